/** A role. Its level alone decides what a caller may do; a lower level is more privileged. */
export interface Role {
  /** Lower case; unique without regard to case. */
  readonly name: string
  /** 0 is the most privileged. */
  readonly level: number
}

/** Level of the role `sudo` in a new database. */
export const SUDO = 0
/** Level of the role `admin` in a new database. */
export const ADMIN = 1
/** Level of the role `supervisor` in a new database. */
export const SUPERVISOR = 2
/** Level of the role `operator` in a new database. */
export const OPERATOR = 10
/** Level of the role `auditor` in a new database. */
export const AUDITOR = 100
/** Level of the role `guest` in a new database. */
export const GUEST = 256
