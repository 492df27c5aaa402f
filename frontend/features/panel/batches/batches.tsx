// Batches in place of the product list: import, price rule, recent batches, or one of them.
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { readIds } from '#frontend/features/panel/panel-address.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { BatchList } from './batch-list.tsx'
import { BatchView } from './batch-view.tsx'
import { PricesForm } from './prices-form.tsx'
import { UploadForm } from './upload-form.tsx'

const titles: Readonly<Record<string, string>> = {
  importar: 'Importar productos',
  precios: 'Cambiar precios',
  lista: 'Cambios masivos',
}

type Props = {
  /** A key of `titles`, or a batch id. Readers without the right to change see recent batches in place of a form. */
  at: string
}

export function Batches({ at: asked }: Props) {
  const { address, go } = usePanelAddress()
  const mayChange = useMay()('catalogue:change')
  const at = !mayChange && (asked === 'importar' || asked === 'precios') ? 'lista' : asked
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has another title
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at])
  const open = (id: string) => go({ batch: id, ids: undefined })
  const leave = (batch?: string) => go({ batch, ids: undefined })
  return (
    <section aria-labelledby="batches">
      <div className="flex flex-wrap gap-1">
        <Button look="quiet" icon={<ArrowLeft className="size-4" />} className="-ml-3 px-3" onClick={() => leave()}>
          Todos los productos
        </Button>
        {at !== 'lista' && (
          <Button look="quiet" className="px-3" onClick={() => leave('lista')}>
            Cambios masivos
          </Button>
        )}
      </div>
      <h2 id="batches" ref={heading} tabIndex={-1} className="mt-2 mb-5 text-2xl font-semibold">
        {titles[at] ?? 'Cambio masivo'}
      </h2>
      {at === 'importar' && <UploadForm onDraft={open} />}
      {at === 'precios' && (
        <PricesForm chosen={readIds(address)} onForget={() => go({ ids: undefined })} onDraft={open} />
      )}
      {at === 'lista' && <BatchList onOpen={open} />}
      {!titles[at] && <BatchView key={at} id={at} />}
    </section>
  )
}
