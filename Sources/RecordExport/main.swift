internal import Glibc

exit(ExportCommand.run(Array(CommandLine.arguments.dropFirst()), environment: ExportCommand.environment()))
