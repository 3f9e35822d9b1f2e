/** Why a command was not carried out; printed as it is. */
export class CommandError extends Error {}
