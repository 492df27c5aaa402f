import {
  type AuditKind,
  actorPattern,
  auditKinds,
  entityPattern,
  positionPattern,
} from '#backend/domain/audit/audit.limits.ts'
import { dayPattern } from '#backend/domain/time-zone.limits.ts'

export type AuditFilter = { actor?: string; kind?: AuditKind; entity?: string; from?: string; to?: string }

export type AuditAddress = AuditFilter & {
  of?: string
  /** Position of the event whose causes are shown. */
  cause?: number
}

export function readAuditAddress(raw: Record<string, unknown>): AuditAddress {
  const fitting = (name: string, pattern: RegExp) => {
    const value = raw[name]
    return typeof value === 'string' && pattern.test(value) ? { [name]: value } : {}
  }
  const kind =
    typeof raw.kind === 'string' && Object.hasOwn(auditKinds, raw.kind) ? { kind: raw.kind as AuditKind } : {}
  const cause = positionPattern.test(String(raw.cause)) ? { cause: Number(raw.cause) } : {}
  return {
    ...fitting('actor', actorPattern),
    ...kind,
    ...fitting('entity', entityPattern),
    ...fitting('from', dayPattern),
    ...fitting('to', dayPattern),
    ...fitting('of', entityPattern),
    ...cause,
  }
}

export function filterOf({ actor, kind, entity, from, to }: AuditFilter): AuditFilter {
  return {
    ...(actor && { actor }),
    ...(kind && { kind }),
    ...(entity && { entity }),
    ...(from && { from }),
    ...(to && { to }),
  }
}
