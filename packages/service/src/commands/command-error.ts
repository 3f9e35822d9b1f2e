/** The reason why a command failed. Its message is printed unchanged. */
export class CommandError extends Error {}
