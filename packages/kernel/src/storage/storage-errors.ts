import { defineErrors } from '../errors/define-errors.js'

/** Errors of operations on whole databases. */
export const storageErrors = defineErrors({
  NOT_BACKED_UP: [400, 'The database was not backed up: {reason}.'],
  COPY_UNCONFIRMED: [503, 'It is unknown whether the database was copied: {reason}.'],
  NOT_COPIED: [400, 'The database was not copied: {reason}.'],
  NOT_RESTORED: [400, 'The database was not restored: {reason}.'],
})
