package settings_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/settings"
)

func TestAddressesOfAPastedList(t *testing.T) {
	const a, b = "https://a.example/x", "http://b.example:8080"
	for text, want := range map[string][]string{
		"":                              nil,
		" , ;\n":                        nil,
		a:                               {a},
		" " + a + ", ":                  {a},
		a + " " + b:                     {a, b},
		a + "\r\n" + b + "\n":           {a, b},
		a + "," + b:                     {a, b},
		a + ";" + b + ";":               {a, b},
		a + " ,\t" + b:                  {a, b},
		`["` + a + `","` + b + `"]`:     {"[" + a, b + "]"}, // no JSON
		`"` + a + `", '` + b + `'`:      {a, b},
		"<" + a + ">\n<" + b + ">":      {a, b},
		"https://a.example/x,y":         {"https://a.example/x,y"},
		"a.example,b.example c.example": {"a.example", "b.example", "c.example"},
		"http://[::1]:1,http://[::2]:2": {"http://[::1]:1", "http://[::2]:2"},
	} {
		assert.Equal(t, want, settings.Addresses(text), text)
	}
}

func TestAddressesOfOneRouter(t *testing.T) {
	const router = "https://router.example.org"
	for address, same := range map[string]bool{
		"HTTPS://Router.Example.org/": true,
		router + ":443":               true,
		router + "/api/v1/stats":      true,
		router + ":8443":              false,
		router + "/b":                 false,
		"http://router.example.org":   false,
		"":                            false,
	} {
		assert.Equal(t, same, settings.SameAddress(router, address), address)
		assert.Equal(t, same, settings.SameAddress(address, router), address)
	}
	assert.True(t, settings.SameAddress(router+"/b", router+":443/b/"))
	assert.False(t, settings.SameAddress("", ""))
}
