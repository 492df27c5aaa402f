// Exports a panel list as CSV: all rows that match search and filters.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { fileOf, panelApi } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { notify } from '#frontend/ui/notice/notice.ts'
import { saveFile } from '#frontend/ui/save-file.ts'
import { daysOf, listCall, type OrdersAddress } from './panel-address.ts'
import { usePanelAddress } from './use-panel-address.ts'

const names = { products: 'productos', orders: 'ordenes', users: 'clientes' } as const
type List = keyof typeof names

/** Exports have their own order and no pages. */
function exported(list: List, { q, state, ...days }: OrdersAddress): Promise<Blob> {
  const { exports } = panelApi
  const address = { ...(q && { q }), ...(state && { state }) }
  if (list === 'products') return fileOf(exports.products.$get({ query: listCall(list, address) }))
  if (list === 'users') return fileOf(exports.users.$get({ query: listCall(list, address) }))
  return fileOf(exports.orders.$get({ query: { ...listCall(list, address), ...daysOf(days) } }))
}

export function ListExport({ of }: { of: List }) {
  const { address } = usePanelAddress()
  return <ExportButton name={names[of]} take={() => exported(of, address)} />
}

type Props = {
  /** File name before `-gamertech.csv`. */
  name: string
  take: () => Promise<Blob>
  disabled?: boolean
}

export function ExportButton({ name, take, disabled = false }: Props) {
  const taking = useMutation({
    mutationFn: take,
    onSuccess: (file) => saveFile(`${name}-gamertech.csv`, file),
    onError: (error) => notify({ text: `No se pudo exportar: ${messageOf(error)}` }),
  })
  return (
    <Button
      look="outline"
      busy={taking.isPending}
      disabled={disabled}
      icon={<Download className="size-5" />}
      onClick={() => taking.mutate()}
    >
      Exportar CSV
    </Button>
  )
}
