// The panel's state in the address: section, search, page, and what is opened in the section.

import { lastPage, longestSearch } from '#backend/domain/list.limits.ts'
import {
  type PanelList,
  type PanelSort,
  type PanelState,
  panelSizes,
  panelStates,
  sortsOf,
} from '#backend/domain/panel-lists.limits.ts'
import { type AuditAddress, readAuditAddress } from './audit/audit-address.ts'
import { readDossier } from './dossier/dossier-address.ts'

/** What the address of /controlPanel may say; what it does not say is the default. */
export type PanelAddress = AuditAddress & {
  tab?: string
  q?: string
  /** From 2; the first page is not said. */
  page?: number
  /** Rows of a page; what the list does not offer is as if it were not said. */
  size?: number
  /** The rows that are listed, by what state they are in, and their order; what the list does not know is as if it were not said. */
  state?: string
  sort?: string
  /** Of the product or order that is opened below the list. */
  id?: number
  /** Like `order-9`: its dossier stands in the place of the section. */
  dossier?: string
  /** Many products at once, in the place of their list: `importar`, `precios`, `lista`, or the id of what was asked for. */
  batch?: string
  /** The products that were chosen for it, like `3-7-12`. */
  ids?: string
}

/** Reads the address. What makes no sense is left out, so a broken link shows the plain panel. */
export function readPanelAddress(raw: Record<string, unknown>): PanelAddress {
  const address: PanelAddress = readAuditAddress(raw)
  if (typeof raw.tab === 'string' && /^[a-z]{1,20}$/.test(raw.tab)) address.tab = raw.tab
  const q = typeof raw.q === 'string' ? raw.q.trim().slice(0, longestSearch) : ''
  if (q) address.q = q
  const page = Number(raw.page)
  if (Number.isInteger(page) && page > 1 && page <= lastPage) address.page = page
  const size = Number(raw.size)
  if (Number.isInteger(size) && size > 0 && size < 1000) address.size = size
  if (typeof raw.state === 'string' && /^[a-zA-Z]{1,20}$/.test(raw.state)) address.state = raw.state
  if (typeof raw.sort === 'string' && /^-?[a-zA-Z]{1,20}$/.test(raw.sort)) address.sort = raw.sort
  const id = Number(raw.id)
  if (Number.isSafeInteger(id) && id > 0) address.id = id
  if (typeof raw.dossier === 'string' && readDossier(raw.dossier)) address.dossier = raw.dossier
  if (typeof raw.batch === 'string' && batchPattern.test(raw.batch)) address.batch = raw.batch
  if (typeof raw.ids === 'string' && idsPattern.test(raw.ids)) address.ids = raw.ids
  return address
}

const batchPattern = /^(?:importar|precios|lista|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const idsPattern = /^[1-9]\d{0,14}(?:-[1-9]\d{0,14})*$/

/** The chosen products as the address has them; undefined: none. */
export function idsText(ids: readonly number[]): string | undefined {
  return ids.length > 0 ? ids.join('-') : undefined
}

export function readIds({ ids }: PanelAddress): number[] {
  return ids?.split('-').map(Number) ?? []
}

/** The part of the address that a list is asked with. */
export type ListAddress = Pick<PanelAddress, 'q' | 'page' | 'size' | 'state' | 'sort'>

/** Orders are chosen by the days in which they were placed too. */
export type OrdersAddress = ListAddress & Pick<PanelAddress, 'from' | 'to'>

export function daysOf({ from, to }: OrdersAddress) {
  return { ...(from && { from }), ...(to && { to }) }
}

/** What a list of the panel asks for this state. */
export function listCall<List extends PanelList>(list: List, { q, page, ...address }: ListAddress) {
  const [state, sort, size] = [stateOf(list, address), sortOf(list, address), sizeOf(list, address)]
  return {
    ...{ ...(q && { q }), ...(page && { page: String(page) }), ...(state && { state }), ...(sort && { sort }) },
    ...(size !== panelSizes[list][0] && { size: String(size) }),
  }
}

/** The filter that is on, if it is one of the list's. */
export function stateOf<List extends PanelList>(list: List, { state }: ListAddress): PanelState<List> | undefined {
  return state !== undefined && Object.hasOwn(panelStates[list], state) ? (state as PanelState<List>) : undefined
}

/** How many rows a page of the list has. */
export function sizeOf(list: PanelList, { size }: ListAddress): number {
  return panelSizes[list].find((known) => known === size) ?? panelSizes[list][0]
}

/** The order that was asked for, if it is one of the list's. */
export function sortOf<List extends PanelList>(list: List, { sort }: ListAddress): PanelSort<List> | undefined {
  return sortsOf(list).find((known) => known === sort)
}
