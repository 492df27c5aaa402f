import { useEffect, useRef } from 'react'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { useProductDraft } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'
import { useAddProduct } from './products.queries.ts'

/** Scrolls into view on opening. `onAdded` gets the list page with the product. */
export function NewProduct({ onAdded, onClose }: { onAdded: (page: number) => void; onClose: () => void }) {
  const section = useRef<HTMLElement>(null)
  const adding = useAddProduct()
  const draft = useProductDraft()
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      ref={section}
      aria-labelledby="new-product"
      className="cut-lg mt-8 scroll-mt-24 border border-violet/40 bg-surface p-5 sm:p-8"
    >
      <h2 id="new-product" className="mb-6 text-xl font-semibold">
        Nuevo producto
      </h2>
      <ProductForm
        draft={draft}
        saving={adding}
        confirm="Crear producto"
        onCancel={onClose}
        onSave={(product) =>
          adding.mutate(product, {
            onSuccess: (page) => {
              draft.forget()
              toastSuccess('Producto creado!')
              onAdded(page)
            },
          })
        }
      />
    </section>
  )
}
