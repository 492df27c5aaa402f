// A kept view as an address of the panel, and back.
import { type PanelView, viewParts } from '#backend/domain/views/views.limits.ts'
import { type PanelAddress, readPanelAddress } from '#frontend/features/panel/panel-address.ts'

/** The sections whose rows are searched, filtered or ordered. */
export const viewTabs: readonly string[] = ['productos', 'clientes', 'resenas', 'ordenes', 'auditoria']

/** What a view of this address keeps; null where there is no list. */
export function viewOf(address: PanelAddress, name = ''): PanelView | null {
  const { tab } = address
  if (!tab || !viewTabs.includes(tab)) return null
  return {
    name,
    tab,
    ...Object.fromEntries(viewParts.flatMap((part) => (address[part] ? [[part, address[part]]] : []))),
  }
}

/** Where the view leads. */
export function addressOf(view: PanelView): PanelAddress {
  return readPanelAddress(view)
}

/** Whether the address shows what the view keeps, on whatever page. */
export function isShown(view: PanelView, address: PanelAddress): boolean {
  const shown = viewOf(address)
  return shown !== null && shown.tab === view.tab && viewParts.every((part) => shown[part] === view[part])
}
