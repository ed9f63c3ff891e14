import DataFormats
import Glibc

exit(ExportCommand.run(ProcessStart.words, environment: ProcessStart.environment))
