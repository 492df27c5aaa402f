import {
  type AuditKind,
  actorPattern,
  auditKinds,
  entityPattern,
  positionPattern,
} from '#backend/domain/audit/audit.limits.ts'
import { dayPattern } from '#backend/domain/time-zone.limits.ts'

export type AuditFilter = { actor?: string; kind?: AuditKind; entity?: string; from?: string; to?: string }
export const filterParts = ['actor', 'kind', 'entity', 'from', 'to'] as const

export type AuditAddress = AuditFilter & {
  of?: string
  /** Position of the event whose causes are shown. */
  cause?: number
}

const patterns = { actor: actorPattern, entity: entityPattern, from: dayPattern, to: dayPattern, of: entityPattern }

export function readAuditAddress(raw: Record<string, unknown>): AuditAddress {
  const { kind, cause } = raw
  return {
    ...fitting(raw, patterns),
    ...(typeof kind === 'string' && Object.hasOwn(auditKinds, kind) && { kind: kind as AuditKind }),
    ...(positionPattern.test(String(cause)) && { cause: Number(cause) }),
  }
}

/** The texts that fit their patterns. */
export function fitting<Name extends string>(raw: Record<string, unknown>, of: Record<Name, RegExp>) {
  const fits = (pair: [string, unknown]): pair is [Name, string] =>
    typeof pair[1] === 'string' && Object.hasOwn(of, pair[0]) && of[pair[0] as Name].test(pair[1])
  return Object.fromEntries(Object.entries(raw).filter(fits)) as { [Part in Name]?: string }
}

/** The parts that the address has. */
export function partsIn<Address, Part extends keyof Address>(address: Address, parts: readonly Part[]) {
  const given = parts.flatMap((part) => (address[part] === undefined ? [] : [[part, address[part]] as const]))
  return Object.fromEntries(given) as { [One in Part]?: NonNullable<Address[One]> }
}

export function filterOf(address: AuditFilter) {
  return partsIn(address, filterParts)
}
