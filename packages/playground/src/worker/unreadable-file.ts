/** A file whose text cannot be had, in words for its user. */
export class UnreadableFile extends Error {}
