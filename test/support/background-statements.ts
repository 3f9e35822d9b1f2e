/** Statements that no request asks: those of the sealing of the audit trail, and of the look for logging settings. */
export const IN_BACKGROUND = /plinth_audit|plinth_logging_settings|pg_try_advisory_xact_lock|^(BEGIN|COMMIT)/
