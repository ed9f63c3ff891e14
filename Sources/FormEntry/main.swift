import DataFormats
import Glibc

// A reader that has gone away is no reason to die in the middle of a record: writes then say so instead.
signal(SIGPIPE, SIG_IGN)
// Nor is a file that may not grow: the store says NOT saved.
signal(SIGXFSZ, SIG_IGN)
exit(Program.run(words: ProcessStart.words, environment: ProcessStart.environment).rawValue)
