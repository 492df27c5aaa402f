export function ProductBlank() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-14">
      <div className="shimmer cut-lg aspect-square" />
      <div className="flex flex-col gap-6">
        <p role="status" className="text-sm text-muted">
          Cargando...
        </p>
        <div className="shimmer h-20 rounded-lg" />
        <div className="shimmer h-18 rounded-lg" />
        <div className="shimmer cut-lg h-44" />
        <div className="shimmer h-72 rounded-lg" />
      </div>
    </div>
  )
}
