/** The reason why a command failed. Its message is printed unchanged. */
export class CommandError extends Error {}

/** A usage error that only the command itself can detect. */
export class UsageError extends CommandError {}
