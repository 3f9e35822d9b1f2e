/** Whether a value is a privilege level. A comparison converts null, '' and [] to 0, the most privileged level. */
export const isLevel = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
