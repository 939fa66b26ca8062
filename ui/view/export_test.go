package view

// FailureWords are the rows of the sentences about failures.
var FailureWords = failureWords
