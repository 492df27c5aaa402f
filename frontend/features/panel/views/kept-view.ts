// Converts a saved view into an address and back.
import { type PanelView, viewParts } from '#backend/domain/views/views.limits.ts'
import { partsIn } from '#frontend/features/panel/audit/audit-address.ts'
import { type PanelAddress, readPanelAddress } from '#frontend/features/panel/panel-address.ts'

/** Sections with a searchable list. */
export const viewTabs: readonly string[] = ['productos', 'clientes', 'resenas', 'ordenes', 'auditoria']

export function viewOf(address: PanelAddress, name = ''): PanelView | null {
  const { tab } = address
  if (!tab || !viewTabs.includes(tab)) return null
  return { name, tab, ...partsIn(address, viewParts) }
}

export function addressOf(view: PanelView): PanelAddress {
  return readPanelAddress(view)
}

/** True if the address shows the view, on any page. */
export function isShown(view: PanelView, address: PanelAddress): boolean {
  const shown = viewOf(address)
  return shown !== null && shown.tab === view.tab && viewParts.every((part) => shown[part] === view[part])
}
