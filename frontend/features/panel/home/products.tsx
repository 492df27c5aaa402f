import type { ProductsOverview } from '#frontend/api.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Figure } from './figure.tsx'
import { counted } from './figures.ts'
import { HomePart, PanelLink } from './part.tsx'
import { RankChart } from './rank-chart.tsx'

type Seller = ProductsOverview['bestSellers'][number]
type Reorder = ProductsOverview['reorder'][number]

const productLink = (name: string) => <PanelLink to={{ tab: 'productos', q: name }}>{name}</PanelLink>

const sellerColumns: readonly Column<Seller>[] = [
  { name: 'Producto', cell: ({ name }) => productLink(name) },
  { name: 'Vendidas', cell: ({ units }) => units, isNumber: true },
  { name: 'Stock', cell: ({ stock }) => stock, isNumber: true },
]

export function BestSellers({ sellers }: { sellers: readonly Seller[] }) {
  const [first] = sellers
  return (
    <Figure
      title="Más vendidos"
      summary={
        first ? `En 30 días, lo más vendido fue ${first.name}: ${counted(first.units, 'unidad', 'unidades')}.` : ''
      }
      rows={sellers}
      keyOf={({ id }) => id}
      columns={sellerColumns}
      none={first ? null : 'Todavía no se vendió nada en los últimos 30 días.'}
      chart={
        <RankChart
          label="Más vendidos, en unidades"
          rows={sellers.map(({ id, name, units }) => ({ key: id, name: productLink(name), count: units }))}
        />
      }
    />
  )
}

const reorderColumns: readonly Column<Reorder>[] = [
  { name: 'Producto', cell: ({ name }) => productLink(name) },
  { name: 'Stock', cell: ({ stock }) => stock, isNumber: true },
  { name: 'En 30 días', cell: ({ units }) => units, isNumber: true },
  {
    name: 'Alcanza',
    cell: ({ daysLeft }) => (daysLeft === 0 ? 'menos de un día' : counted(daysLeft, 'día', 'días')),
    isNumber: true,
  },
]

export function StockToReorder({ products }: { products: readonly Reorder[] }) {
  return (
    <HomePart
      title="Stock para reponer"
      note="Al ritmo de los últimos 30 días, alcanza para menos de dos semanas."
      none={products.length === 0 && 'Nada por ahora: el stock alcanza.'}
    >
      <div className="-mx-4">
        <PanelTable label="Stock para reponer" columns={reorderColumns} rows={products} keyOf={({ id }) => id} />
      </div>
    </HomePart>
  )
}
