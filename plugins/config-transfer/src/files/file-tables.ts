/** The configuration files that were uploaded to be compared or merged, and have not expired. */
export const FILES = 'plinth_files'
/** Their records. */
export const FILE_RECORDS = 'plinth_file_records'
