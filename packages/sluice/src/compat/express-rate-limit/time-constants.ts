/** Lengths of windows, in milliseconds. */
export const SECOND = 1000
export const MINUTE: number = 60 * SECOND
export const HOUR: number = 60 * MINUTE
export const DAY: number = 24 * HOUR
