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

export function readAuditAddress(raw: Record<string, unknown>): AuditAddress {
  const { kind, cause } = raw
  return {
    ...fitting(raw, { actor: actorPattern }),
    ...(typeof kind === 'string' && Object.hasOwn(auditKinds, kind) && { kind: kind as AuditKind }),
    ...fitting(raw, { entity: entityPattern, from: dayPattern, to: dayPattern, of: entityPattern }),
    ...(positionPattern.test(String(cause)) && { cause: Number(cause) }),
  }
}

/** The texts that fit their patterns, in the patterns' order. */
export function fitting<Name extends string>(raw: Record<string, unknown>, patterns: Record<Name, RegExp>) {
  const fits = Object.entries<RegExp>(patterns).flatMap(([name, pattern]) => {
    const text = raw[name]
    return typeof text === 'string' && pattern.test(text) ? [[name, text] as const] : []
  })
  return Object.fromEntries(fits) as { [Part in Name]?: string }
}

/** The parts that the address has. */
export function partsIn<Address, Part extends keyof Address>(address: Address, parts: readonly Part[]) {
  const given = parts.flatMap((part) => (address[part] === undefined ? [] : [[part, address[part]] as const]))
  return Object.fromEntries(given) as { [One in Part]?: NonNullable<Address[One]> }
}

export function filterOf(address: AuditFilter) {
  return partsIn(address, filterParts)
}
