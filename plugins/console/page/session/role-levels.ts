/** Level of the most privileged role. */
export const SUDO = 0

/** The least privileged level that may change users and read the audit trail. */
export const ADMIN = 1
