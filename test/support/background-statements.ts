/** Matches statements outside requests: those that seal the audit trail and poll the logging settings. */
export const IN_BACKGROUND = /plinth_audit|plinth_logging_settings|pg_try_advisory_xact_lock|^(BEGIN|COMMIT)/
