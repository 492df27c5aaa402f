// The panel's state in the address: section, search, page, opened item.

import {
  lastPage,
  longestSearch,
  type PanelList,
  type PanelSort,
  type PanelState,
  panelSizes,
  panelStates,
  sortsOf,
} from '#backend/domain/views/panel-lists.limits.ts'
import { type AuditAddress, fitting, partsIn, readAuditAddress } from './audit/audit-address.ts'
import { dossierPattern } from './dossier/dossier-address.ts'

/** Absent fields have defaults. */
export type PanelAddress = AuditAddress & {
  tab?: string
  q?: string
  page?: number
  /** Page size; invalid values count as absent. */
  size?: number
  /** Filter and order; invalid values count as absent. */
  state?: string
  sort?: string
  /** The product or order opened below the list. */
  id?: number
  /** Like `order-9`: the dossier shown in place of the section. */
  dossier?: string
  /** `importar`, `precios`, `lista` or a batch's id, shown in place of the product list. */
  batch?: string
  /** Products chosen for a batch, like `3-7-12`. */
  ids?: string
}

const tab = /^[a-z]{1,20}$/
const state = /^[a-zA-Z]{1,20}$/
const sort = /^-?[a-zA-Z]{1,20}$/
const batch = /^(?:importar|precios|lista|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const ids = /^[1-9]\d{0,14}(?:-[1-9]\d{0,14})*$/

/** Ignores invalid parts, so a broken link shows the plain panel. */
export function readPanelAddress(raw: Record<string, unknown>): PanelAddress {
  const q = typeof raw.q === 'string' ? raw.q.trim().slice(0, longestSearch) : ''
  const numbered = (name: string, least: number, most: number) => {
    const number = Number(raw[name])
    return Number.isInteger(number) && number >= least && number <= most && { [name]: number }
  }
  return {
    ...readAuditAddress(raw),
    ...fitting(raw, { tab }),
    ...(q && { q }),
    ...numbered('page', 2, lastPage),
    ...numbered('size', 1, 999),
    ...fitting(raw, { state, sort }),
    ...numbered('id', 1, Number.MAX_SAFE_INTEGER),
    ...fitting(raw, { dossier: dossierPattern, batch, ids }),
  }
}

export function idsText(ids: readonly number[]): string | undefined {
  return ids.length > 0 ? ids.join('-') : undefined
}

export function readIds({ ids }: PanelAddress): number[] {
  return ids?.split('-').map(Number) ?? []
}

export type ListAddress = Pick<PanelAddress, 'q' | 'page' | 'size' | 'state' | 'sort'>

export type OrdersAddress = ListAddress & Pick<PanelAddress, 'from' | 'to'>

export function daysOf(address: OrdersAddress) {
  return partsIn(address, ['from', 'to'])
}

export function listCall<List extends PanelList>(list: List, { q, page, ...address }: ListAddress) {
  const [state, sort, size] = [stateOf(list, address), sortOf(list, address), sizeOf(list, address)]
  return {
    ...{ ...(q && { q }), ...(page && { page: String(page) }), ...(state && { state }), ...(sort && { sort }) },
    ...(size !== panelSizes[list][0] && { size: String(size) }),
  }
}

export function stateOf<List extends PanelList>(list: List, { state }: ListAddress): PanelState<List> | undefined {
  return state !== undefined && Object.hasOwn(panelStates[list], state) ? (state as PanelState<List>) : undefined
}

export function sizeOf(list: PanelList, { size }: ListAddress): number {
  return panelSizes[list].find((known) => known === size) ?? panelSizes[list][0]
}

export function sortOf<List extends PanelList>(list: List, { sort }: ListAddress): PanelSort<List> | undefined {
  return sortsOf(list).find((known) => known === sort)
}
