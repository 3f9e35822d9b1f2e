/** A role: what a caller may do is decided by its level alone, and a lower level is more privileged. */
export interface Role {
  /** Lower case; unique without regard to case. */
  readonly name: string
  /** 0 is the most privileged. */
  readonly level: number
}

/** Level of the role `sudo`. */
export const SUDO = 0
/** Level of the role `admin`. */
export const ADMIN = 1
