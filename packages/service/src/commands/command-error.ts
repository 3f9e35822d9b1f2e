/** Why a command was not carried out; printed as it is. */
export class CommandError extends Error {}

/** One that was called wrongly, in a way that only the command itself can tell. */
export class WrongCall extends CommandError {}
