/** Columns of a tag that store a field of the file unchanged. */
export const PLAIN_COLUMNS: Readonly<Record<string, { field: string; type: string }>> = {
  identifier: { field: 'id', type: 'text' },
  name: { field: 'name', type: 'text' },
  description: { field: 'description', type: 'text' },
  display_name: { field: 'display_name', type: 'text' },
  opcua_address: { field: 'opcua_address', type: 'text' },
  opcua_client_name: { field: 'opcua_client_name', type: 'text' },
  node_namespace: { field: 'node_namespace', type: 'text' },
  scan_time: { field: 'scan_time', type: 'integer' },
  dead_band: { field: 'dead_band', type: 'double precision' },
  kp: { field: 'kp', type: 'double precision' },
  active: { field: 'active', type: 'boolean' },
  process_filter: { field: 'process_filter', type: 'boolean' },
  gaussian_filter: { field: 'gaussian_filter', type: 'boolean' },
  gaussian_filter_threshold: { field: 'gaussian_filter_threshold', type: 'double precision' },
  gaussian_filter_r_value: { field: 'gaussian_filter_r_value', type: 'double precision' },
  out_of_range_detection: { field: 'out_of_range_detection', type: 'boolean' },
  frozen_data_detection: { field: 'frozen_data_detection', type: 'boolean' },
  outlier_detection: { field: 'outlier_detection', type: 'boolean' },
}

/** Fields that name other records; `segment` and `manufacturer` together name a segment. */
export const NAMING_FIELDS = ['unit', 'display_unit', 'data_type', 'segment', 'manufacturer'] as const

/** Columns with the id of another record. */
export const REFERENCE_COLUMNS = ['unit_id', 'display_unit_id', 'data_type_id', 'segment_id'] as const

export const TAG_COLUMNS = [...Object.keys(PLAIN_COLUMNS), ...REFERENCE_COLUMNS].join(', ')

export const BOOLEAN_COLUMNS: ReadonlySet<string> = new Set(
  Object.keys(PLAIN_COLUMNS).filter((column) => PLAIN_COLUMNS[column]?.type === 'boolean'),
)
