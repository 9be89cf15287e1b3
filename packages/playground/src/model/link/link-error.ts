/** Why a link could not be made or read, in words for its user. */
export class LinkError extends Error {}
