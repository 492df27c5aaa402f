import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ListedProduct } from '#frontend/api.ts'
import { formMessageOf } from '#frontend/api-error.ts'
import { Batches } from '#frontend/features/panel/batches/batches.tsx'
import { BulkBar } from '#frontend/features/panel/bulk/bulk-bar.tsx'
import { type BulkAct, useBulk } from '#frontend/features/panel/bulk/use-bulk.ts'
import { DossierLink } from '#frontend/features/panel/dossier/dossier-link.tsx'
import { idsText } from '#frontend/features/panel/panel-address.ts'
import { PanelList } from '#frontend/features/panel/panel-list.tsx'
import { type Column, Pill, PriceCell } from '#frontend/features/panel/panel-table.tsx'
import { EditProduct } from '#frontend/features/panel/products/edit-product.tsx'
import { NewProduct } from '#frontend/features/panel/products/new-product.tsx'
import {
  panelProductsQuery,
  saveProduct,
  useAskAnew,
  useSaveProduct,
} from '#frontend/features/panel/products/products.queries.ts'
import { StockLedger } from '#frontend/features/panel/products/stock-ledger.tsx'
import { Synonyms } from '#frontend/features/panel/products/synonyms.tsx'
import { SchemasButton } from '#frontend/features/panel/schemas/schemas.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'

const plainColumns: readonly Column<ListedProduct>[] = [
  {
    name: 'ID',
    sort: 'id',
    cell: ({ id, name }) => (
      <DossierLink kind="product" id={id} label={`Legajo de ${name}, ID ${id}`}>
        {id}
      </DossierLink>
    ),
  },
  { name: 'Nombre', sort: 'name', cell: (product) => <Name product={product} /> },
  { name: 'Precio', sort: 'price', cell: ({ price }) => <PriceCell amount={price} />, isNumber: true },
]

const idOf = ({ id }: ListedProduct) => id
const nameOf = ({ name }: ListedProduct) => name
const countedProducts = (count: number) => (count === 1 ? '1 producto' : `${count} productos`)

/** Saves the whole product with its state changed, like its row's button. */
const switchTo = (isActive: boolean) => (seen: ListedProduct) => saveProduct({ seen, change: { isActive } })
const switchBack = (isActive: boolean) => (seen: ListedProduct) =>
  saveProduct({ seen: { ...seen, isActive: !isActive }, change: { isActive } })
const bulkActs: readonly BulkAct<ListedProduct>[] = [
  {
    label: 'Desactivar',
    done: 'Desactivados',
    isFor: ({ isActive }) => isActive,
    isDanger: true,
    run: switchTo(false),
    undo: switchBack(true),
  },
  {
    label: 'Activar',
    done: 'Activados',
    isFor: ({ isActive }) => !isActive,
    run: switchTo(true),
    undo: switchBack(false),
  },
]

export default function ProductsSection() {
  const { address, go } = usePanelAddress()
  const may = useMay()
  const mayChange = may('catalogue:change')
  const products = useQuery(panelProductsQuery(address))
  const switching = useSaveProduct()
  const bulk = useBulk(idOf, nameOf, useAskAnew())
  const [edited, setEdited] = useState<ListedProduct | null>(null)
  const [isAdding, setAdding] = useState(false)
  const stock = (product: ListedProduct) =>
    may('stock:read') ? <Stock product={product} onLedger={() => go({ id: product.id })} /> : product.stock
  const [isNaming, setNaming] = useState(false)
  const actions = (product: ListedProduct) => (
    <Actions product={product} switching={switching} onEdit={() => setEdited(product)} />
  )
  if (address.batch) return <Batches at={address.batch} />
  return (
    <>
      {switching.isError && (
        <div className="mb-5">
          <Failure title={`«${switching.variables.seen.name}» no cambió`} of={formMessageOf(switching.error, [])} />
        </div>
      )}
      <PanelList
        list={products}
        of="products"
        choosing={mayChange ? bulk.choosing : undefined}
        bulk={mayChange && <BulkBar bulk={bulk} acts={bulkActs} nameOf={nameOf} counted={countedProducts} />}
        label="Productos"
        columns={[
          ...plainColumns,
          { name: 'Stock', sort: 'stock', cell: stock, isNumber: true },
          ...(mayChange ? [{ name: 'Acciones', cell: actions }] : []),
        ]}
        keyOf={({ id }) => id}
        none="Todavía no hay productos"
        search="Buscar producto..."
        actions={
          <>
            <SchemasButton />
            <Button look="outline" onClick={() => setNaming(true)}>
              Sinónimos
            </Button>
            <Button look="outline" onClick={() => go({ batch: mayChange ? 'importar' : 'lista' })}>
              {mayChange ? 'Importar CSV' : 'Cambios masivos'}
            </Button>
            {mayChange && (
              <Button look="outline" onClick={() => go({ batch: 'precios', ids: idsText(bulk.chosen.map(idOf)) })}>
                {bulk.chosen.length > 0 ? `Cambiar precios (${bulk.chosen.length})` : 'Cambiar precios'}
              </Button>
            )}
            {mayChange && (
              <Button icon={<Plus className="size-5" />} onClick={() => setAdding(true)}>
                Agregar Producto
              </Button>
            )}
          </>
        }
      />
      {isAdding && (
        <NewProduct
          onClose={() => setAdding(false)}
          onAdded={(page) => {
            setAdding(false)
            go({ q: undefined, page: page > 1 ? page : undefined })
          }}
        />
      )}
      {address.id && may('stock:read') && <StockLedger key={address.id} productId={address.id} />}
      {isNaming && <Synonyms onClose={() => setNaming(false)} />}
      {edited && <EditProduct product={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Name({ product: { name, imageUrl, isActive, missing } }: { product: ListedProduct }) {
  return (
    <span className="flex items-center gap-3">
      <ProductPicture src={imageUrl} sizes="44px" className="w-11 shrink-0 rounded-lg max-sm:hidden" />
      <span className={`min-w-24 font-medium wrap-anywhere ${isActive ? '' : 'text-muted'}`}>
        <span className="line-clamp-2">{name}</span>
        {missing.length > 0 && <span className="block text-sm text-warn">Falta: {missing.join(', ')}</span>}
      </span>
      {!isActive && <Pill>Inactivo</Pill>}
    </span>
  )
}

function Stock({ product: { name, stock }, onLedger }: { product: ListedProduct; onLedger: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Movimientos de stock de ${name}: ${stock}`}
      title="Ver los movimientos de stock"
      onClick={onLedger}
      className={`-mx-2 min-h-11 min-w-11 rounded-lg px-2 text-right underline decoration-dotted underline-offset-4 transition hover:bg-raised max-lg:text-left ${stock === 0 ? 'font-semibold text-bad' : ''}`}
    >
      {stock}
    </button>
  )
}

type Switching = ReturnType<typeof useSaveProduct>
type ActionsProps = { product: ListedProduct; switching: Switching; onEdit: () => void }

/** One product is switched at a time. */
function Actions({ product, switching: { isPending, variables, mutate }, onEdit }: ActionsProps) {
  return (
    <span className="flex gap-2 max-sm:[&>button]:px-3">
      <Button look="outline" onClick={onEdit}>
        Editar
      </Button>
      <Button
        look={product.isActive ? 'danger' : 'outline'}
        busy={isPending && variables.seen.id === product.id}
        disabled={isPending}
        onClick={() => mutate({ seen: product, change: { isActive: !product.isActive } })}
        className="sm:min-w-32"
      >
        {product.isActive ? 'Desactivar' : 'Activar'}
      </Button>
    </span>
  )
}
