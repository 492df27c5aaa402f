import { getRouteApi } from '@tanstack/react-router'
import { type PanelAddress, readPanelAddress } from './panel-address.ts'

const route = getRouteApi('/controlPanel')

type Change = { [Part in keyof PanelAddress]: PanelAddress[Part] | undefined }

/** `go` changes parts of the address (`undefined` removes one); `open` replaces all of it. */
export function usePanelAddress() {
  const address = readPanelAddress(route.useSearch())
  const navigate = route.useNavigate()
  const go = (change: Change) => {
    const given = Object.entries({ ...address, ...change }).filter(([, value]) => value !== undefined)
    void navigate({ search: Object.fromEntries(given), resetScroll: false })
  }
  const open = (whole: PanelAddress) => void navigate({ search: whole, resetScroll: false })
  return { address, go, open }
}
