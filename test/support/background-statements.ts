/**
 * Matches the statements that seal the audit trail and poll the logging settings in the background. Also matches every
 * BEGIN, COMMIT and advisory lock, because those of background work look like those of a request.
 */
export const BACKGROUND_STATEMENT = /plinth_audit|plinth_logging_settings|pg_try_advisory_xact_lock|^(BEGIN|COMMIT)/
