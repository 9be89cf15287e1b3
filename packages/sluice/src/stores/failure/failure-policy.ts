/**
 * What a limiter answers while its shared store cannot decide: `allow` lets requests pass, `deny` refuses them, `local`
 * decides by a share of the limit in this process.
 */
export type FailurePolicy = 'allow' | 'deny' | 'local'

export const failurePolicies: readonly FailurePolicy[] = ['allow', 'deny', 'local']
