package view

// The words of the window's own controls.
const (
	LabelLatency    = "Latency"
	LabelSimulated  = "SIMULATED"
	LabelNothingYet = "Waiting for the first reading…"
	LabelOnlyShows  = "display only"

	LabelCopy     = "Copy note"
	LabelCopyDone = "Copied"
	LabelDismiss  = "OK"

	LabelFault  = "Fault"
	LabelPause  = "Pause it"
	LabelResume = "Resume it"
	LabelPlay   = "Let the day go on"

	LabelExport     = "Export"
	LabelExportJSON = "Last reading, as JSON…"
	LabelExportCSV  = "Last hour, as CSV…"
	LabelExportFile = "Save as"
	LabelExportMore = "It holds what was known as you chose it. A file that is there already is not overwritten."

	TitleExportReading = "Export the last reading"
	TitleExportHour    = "Export the last hour"
	ReadingExported    = "The last reading is saved as %s"
	HourExported       = "The last hour is saved as %s"

	MoreProblems = "and %d more"
	VersionLabel = "version "
)
