/**
 * What is known of a request: `path`, `method`, `host`, `client`, `user`, `route`, `'header.x-api-key'` (names of
 * headers in small letters), or anything else that a policy names. An attribute that is `undefined` is missing.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
