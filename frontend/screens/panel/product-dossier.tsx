import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#frontend/api.ts'
import { dossierProductQuery } from '#frontend/features/panel/dossier/dossier.queries.ts'
import { DossierFrame, type Fact, Facts } from '#frontend/features/panel/dossier/dossier-frame.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { EditProduct } from '#frontend/features/panel/products/edit-product.tsx'
import { ProductCost } from '#frontend/features/panel/products/product-cost.tsx'
import { useSaveProduct } from '#frontend/features/panel/products/products.queries.ts'
import { DeletedReviews } from '#frontend/features/panel/reviews/deleted-reviews.tsx'
import { useMay } from '#frontend/session.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { formatScore } from '#frontend/ui/figures/score.ts'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'

export function ProductDossier({ id }: { id: number }) {
  const query = useQuery(dossierProductQuery(id))
  return (
    <Loaded query={query} what="el legajo" absent="Este producto no existe" look="cut-lg h-96">
      {(product) => <Known product={product} />}
    </Loaded>
  )
}

function Known({ product }: { product: Product }) {
  const { id } = product
  const may = useMay()
  return (
    <DossierFrame kind="product" id={id} title={`Producto Nº ${id}: ${product.name}`} acts={<Acts product={product} />}>
      <Facts facts={factsOf(product, may('stock:read'))} />
      <p className="mt-6 max-w-prose leading-relaxed text-muted">{product.description}</p>
      <ul aria-label="Imágenes" className="mt-6 flex flex-wrap gap-4">
        {product.pictures.map(({ url, alt }) => (
          <li key={url} className="w-40">
            <ProductPicture src={url} name={alt || product.name} sizes="160px" className="cut-lg border border-line" />
          </li>
        ))}
      </ul>
      {product.specs.length > 0 && (
        <section aria-label="Ficha técnica" className="mt-8">
          <h3 className="mb-3 text-lg font-semibold">Ficha técnica</h3>
          <Facts facts={product.specs.map(({ name, value }) => [name, value])} />
        </section>
      )}
      <ProductCost productId={id} />
      {may('accounts:read') && <DeletedReviews of={`product-${id}`} />}
    </DossierFrame>
  )
}

/** `mayLedger`: the reader may open the stock's movements. */
function factsOf({ id, category, price, stock, isActive, rating }: Product, mayLedger: boolean): Fact[] {
  const stockLink = mayLedger && (
    <Link to="/controlPanel" search={{ tab: 'productos', id }} className="underline underline-offset-4">
      {stock}, ver movimientos
    </Link>
  )
  const stars = rating.average === null ? 'Sin reseñas' : `${formatScore(rating.average)} de 5 (${rating.count})`
  return [
    ['Categoría', category],
    ['Precio', panelPrice(price)],
    ['Stock', stockLink || stock],
    ['Estado', isActive ? 'A la venta' : 'Inactivo'],
    ['Puntuación', stars],
  ]
}

/** A change ignores the reviews. */
function shownOf(product: Product) {
  const { reviews: _, reviewsTexts: __, reviewsScores: ___, ...shown } = product
  return shown
}

function Acts({ product }: { product: Product }) {
  const mayChange = useMay()('catalogue:change')
  const switching = useSaveProduct()
  const [isEditing, setEditing] = useState(false)
  const seen = shownOf(product)
  return (
    <>
      {product.isActive && (
        <ButtonLink to="/product/$id" params={{ id: product.id }} look="quiet">
          <ExternalLink className="size-4" />
          Ver en la tienda
        </ButtonLink>
      )}
      {mayChange && (
        <>
          <Button look="outline" onClick={() => setEditing(true)}>
            Editar
          </Button>
          <Button
            look={product.isActive ? 'danger' : 'outline'}
            busy={switching.isPending}
            onClick={() => switching.mutate({ seen, change: { isActive: !product.isActive } })}
          >
            {product.isActive ? 'Desactivar' : 'Activar'}
          </Button>
        </>
      )}
      {switching.error && <Failure title="El producto no cambió" of={switching.error} />}
      {isEditing && <EditProduct product={seen} onClose={() => setEditing(false)} />}
    </>
  )
}
