package stableroute

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func TestAnswersThatAreReadings(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       monitor.Reading
	}{
		{"the least", live, monitor.Reading{Pairs: 4}},
		{"no pairs", `{"totalPairs":0,"paused":true}`, monitor.Reading{Paused: true}},
		{"space around", " \r\n\t{ \"totalPairs\" : 4 , \"paused\" : false } \n", monitor.Reading{Pairs: 4}},
		{"the largest", `{"totalPairs":9007199254740991,"paused":false}`, monitor.Reading{Pairs: 1<<53 - 1}},
		{"fields that are not known", `{"a":{"totalPairs":"x"},"totalpairs":null,"b":[1,[2]],"totalPairs":4,"paused":false,"c":1,"c":2}`, monitor.Reading{Pairs: 4}},
		{"an escaped name", `{"\u0074otalPairs":4,"paused":false}`, monitor.Reading{Pairs: 4}},
		{"optional ones null", `{"totalPairs":4,"paused":false,"totalApiKeys":null,"totalWebhooks":2}`, monitor.Reading{Pairs: 4, Counters: monitor.Counters{monitor.Webhooks: monitor.Counted(2)}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := decode([]byte(c.body))
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestAnswersThatAreNot(t *testing.T) {
	pairs := func(value string) string { return `{"totalPairs":` + value + `,"paused":false}` }
	paused := func(value string) string { return `{"totalPairs":4,"paused":` + value + `}` }
	for _, c := range []struct {
		name, body     string
		kind           monitor.Kind
		field, problem string
	}{
		{"empty", "", monitor.NotJSON, "", "is empty"},
		{"space", " \n", monitor.NotJSON, "", "is empty"},
		{"cut in a value", live[:24], monitor.NotJSON, "", "ends in the middle"},
		{"cut after a name", `{"totalPairs"`, monitor.NotJSON, "", "ends in the middle"},
		{"cut before the brace", live[:len(live)-1], monitor.NotJSON, "", "ends in the middle"},
		{"cut after a comma", `{"totalPairs":4,`, monitor.NotJSON, "", "ends in the middle"},
		{"only a brace", `{`, monitor.NotJSON, "", "ends in the middle"},
		{"a list", `[` + live + `]`, monitor.NotJSON, "", "is not a JSON object"},
		{"null", `null`, monitor.NotJSON, "", "is not a JSON object"},
		{"a number", `4`, monitor.NotJSON, "", "is not a JSON object"},
		{"text", `"x"`, monitor.NotJSON, "", "is not a JSON object"},
		{"words", `OK`, monitor.NotJSON, "", "is not JSON"},
		{"a second object", live + live, monitor.NotJSON, "", "goes on after its end"},
		{"junk after it", live + "\x00", monitor.NotJSON, "", "goes on after its end"},
		{"a comma too many", `{"totalPairs":4,"paused":false,}`, monitor.NotJSON, "", "is not JSON"},
		{"no comma", `{"totalPairs":4 "paused":false}`, monitor.NotJSON, "", "is not JSON"},
		{"single quotes", `{'totalPairs':4,'paused':false}`, monitor.NotJSON, "", "is not JSON"},
		{"a byte-order mark", "\xef\xbb\xbf" + live, monitor.NotJSON, "", "starts with a byte-order mark"},
		{"UTF-16", "\xff\xfe{\x00\"\x00", monitor.NotJSON, "", "is not UTF-8 text"},
		{"Latin-1", "{\"name\":\"caf\xe9\",\"totalPairs\":4,\"paused\":false}", monitor.NotJSON, "", "is not UTF-8 text"},
		{"deep", `{"a":` + strings.Repeat("[", 500_000), monitor.NotJSON, "", "is not JSON"},
		{"a web page", "\n <!doctype html>", monitor.WebPage, "", "is a web page"},
		{"a web page with a mark", "\xef\xbb\xbf<html>", monitor.WebPage, "", "is a web page"},

		{"no fields", `{}`, monitor.BadField, "totalPairs", "is missing"},
		{"an error that says 200", `{"error":"x"}`, monitor.BadField, "totalPairs", "is missing"},
		{"a misspelt name", `{"totalpairs":4,"paused":false}`, monitor.BadField, "totalPairs", "is missing"},
		{"pairs twice", `{"totalPairs":4,"totalPairs":4,"paused":false}`, monitor.BadField, "totalPairs", "appears twice"},
		{"pairs twice, once escaped", `{"totalPairs":4,"\u0074otalPairs":5,"paused":false}`, monitor.BadField, "totalPairs", "appears twice"},
		{"pairs null", pairs("null"), monitor.BadField, "totalPairs", "is null, not a whole number"},
		{"pairs as text", pairs(`"4"`), monitor.BadField, "totalPairs", "is text, not a whole number"},
		{"pairs true", pairs("true"), monitor.BadField, "totalPairs", "is true or false, not a whole number"},
		{"pairs a list", pairs("[4]"), monitor.BadField, "totalPairs", "is a list, not a whole number"},
		{"pairs an object", pairs("{}"), monitor.BadField, "totalPairs", "is an object, not a whole number"},
		{"pairs negative", pairs("-1"), monitor.BadField, "totalPairs", "is negative"},
		{"pairs minus zero", pairs("-0"), monitor.BadField, "totalPairs", "is negative"},
		{"pairs with a point", pairs("4.5"), monitor.BadField, "totalPairs", "is not a whole number in plain digits"},
		{"pairs 4.0", pairs("4.0"), monitor.BadField, "totalPairs", "is not a whole number in plain digits"},
		{"pairs 4e0", pairs("4e0"), monitor.BadField, "totalPairs", "is not a whole number in plain digits"},
		{"pairs 1E400", pairs("1E400"), monitor.BadField, "totalPairs", "is not a whole number in plain digits"},
		{"pairs over 2^53", pairs("9007199254740992"), monitor.BadField, "totalPairs", "is too large to be a count"},
		{"pairs over 2^64", pairs("99999999999999999999"), monitor.BadField, "totalPairs", "is too large to be a count"},
		{"pairs 04", pairs("04"), monitor.NotJSON, "", "is not JSON"},
		{"pairs NaN", pairs("NaN"), monitor.NotJSON, "", "is not JSON"},

		{"no paused", `{"totalPairs":4}`, monitor.BadField, "paused", "is missing"},
		{"paused null", paused("null"), monitor.BadField, "paused", "is null, not true or false"},
		{"paused 0", paused("0"), monitor.BadField, "paused", "is a number, not true or false"},
		{"paused as text", paused(`"false"`), monitor.BadField, "paused", "is text, not true or false"},
		{"paused twice", `{"totalPairs":4,"paused":false,"paused":true}`, monitor.BadField, "paused", "appears twice"},

		{"an optional one as text", `{"totalPairs":4,"paused":false,"totalEvents":"8"}`, monitor.BadField, "totalEvents", "is text, not a whole number"},
		{"an optional one negative", `{"totalPairs":4,"paused":false,"distinctAssets":-3}`, monitor.BadField, "distinctAssets", "is negative"},
		{"an optional one twice", `{"totalPairs":4,"paused":false,"totalEvents":1,"totalEvents":2}`, monitor.BadField, "totalEvents", "appears twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := decode([]byte(c.body))
			got := classify(err, newProgress(monitor.Address{}))
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, monitor.LayerAnswer, got.Layer)
			assert.Equal(t, c.field, got.Field)
			assert.Equal(t, c.problem, got.Problem)
		})
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		live, `{}`, `null`, `[]`, "", "{", "<html>", "\xef\xbb\xbf{}", `{"totalPairs":4.0,"paused":false}`,
		`{"totalPairs":4,"totalPairs":5,"paused":false}`, `{"totalPairs":4,"paused":false} {}`,
		`{"totalPairs":9007199254740992,"paused":false}`, `{"totalPairs":-0,"paused":null}`, `{"a":[[[[`,
		`{"totalPairs":1,"paused":true,"totalEvents":8,"distinctAssets":null}`, "{\"a\":\"\xff\"}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := decode(body)
		if err != nil {
			wrong, ok := errors.AsType[*monitor.Failure](err)
			require.True(t, ok)
			assert.NotEmpty(t, wrong.Kind)
			assert.NotEmpty(t, wrong.Problem)
			return
		}
		// A reading is what any other JSON parser would have found.
		var want struct {
			Pairs  *int64 `json:"totalPairs"`
			Paused *bool  `json:"paused"`
		}
		exact := map[string]json.RawMessage{}
		require.NoError(t, json.Unmarshal(body, &exact))
		require.NoError(t, json.Unmarshal(exact["totalPairs"], &want.Pairs))
		require.NoError(t, json.Unmarshal(exact["paused"], &want.Paused))
		assert.Equal(t, *want.Pairs, got.Pairs)
		assert.Equal(t, *want.Paused, got.Paused)
		assert.GreaterOrEqual(t, got.Pairs, int64(0))
	})
}
