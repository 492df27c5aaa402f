// The section Productos: what the shop sells, inactive and sold-out products included.
import { useQuery } from '@tanstack/react-query'
import type { PanelProduct } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { PanelList } from '#frontend/features/panel/panel-list.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import type { Column } from '#frontend/features/panel/panel-table.tsx'
import { panelProductsQuery, useSaveProduct } from '#frontend/features/panel/product.queries.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'

export default function ProductsSection() {
  const { address } = usePanelAddress()
  const products = useQuery(panelProductsQuery(address))
  const switching = useSaveProduct()
  const columns: Column<PanelProduct>[] = [
    { name: 'ID', cell: ({ id }) => id },
    { name: 'Nombre', cell: ({ name }) => name },
    { name: 'Precio', cell: ({ price }) => panelPrice(price), isNumber: true },
    { name: 'Stock', cell: ({ stock }) => stock, isNumber: true },
    {
      name: 'Acciones',
      cell: (product) => (
        <Button
          look={product.isActive ? 'danger' : 'outline'}
          busy={switching.isPending && switching.variables.seen.id === product.id}
          disabled={switching.isPending}
          onClick={() => switching.mutate({ seen: product, change: { isActive: !product.isActive } })}
        >
          {product.isActive ? 'Desactivar' : 'Activar'}
        </Button>
      ),
    },
  ]
  return (
    <>
      {switching.isError && <Failure title="El producto no cambió" detail={messageOf(switching.error)} />}
      <PanelList
        list={products}
        label="Productos"
        columns={columns}
        keyOf={({ id }) => id}
        none="Todavía no hay productos"
        search="Buscar producto..."
      />
    </>
  )
}
