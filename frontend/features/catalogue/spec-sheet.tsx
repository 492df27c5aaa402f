import type { Product } from '#frontend/api.ts'

export function SpecSheet({ sheet }: Pick<Product, 'sheet'>) {
  const rows = sheet.filter(({ value }) => value !== null)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="specs">
      <h2 id="specs" className="text-xl font-semibold sm:text-2xl">
        Ficha técnica
      </h2>
      <dl className="cut-lg mt-5 divide-y divide-line overflow-hidden border border-line bg-surface">
        {rows.map(({ key, name, value }) => (
          <div
            key={key ?? `${name} ${value}`}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4 px-5 py-3.5 text-sm odd:bg-raised/50 sm:text-base"
          >
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
