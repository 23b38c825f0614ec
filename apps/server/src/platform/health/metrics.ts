import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** Metrics of HTTP and the feed, in the registry of /metrics. */
export type HttpMetrics = {
  readonly registry: Registry
  readonly calls: Counter<'route' | 'resultCode'>
  readonly callSeconds: Histogram<'route'>
  readonly clients: Gauge
  readonly pageVisits: Counter<'page'>
  readonly pushes: Counter<'what'>
  readonly closedClients: Counter<'why'>
}

/** Registers the metrics. The registry may be shared with other roles of the process. */
export function httpMetrics(registry: Registry = new Registry()): HttpMetrics {
  if (!registry.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    calls: new Counter({
      name: 'tanker_http_calls_total',
      help: 'Calls by route and result code',
      labelNames: ['route', 'resultCode'],
      registers,
    }),
    callSeconds: new Histogram({
      name: 'tanker_http_call_seconds',
      help: 'Time to answer a call',
      labelNames: ['route'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    pageVisits: new Counter({
      name: 'tanker_page_visits_total',
      help: 'Pages of the web console visited',
      labelNames: ['page'],
      registers,
    }),
    clients: new Gauge({ name: 'tanker_feed_clients', help: 'Clients connected to the alarm socket', registers }),
    pushes: new Counter({ name: 'tanker_feed_pushes_total', help: 'Messages pushed to clients', labelNames: ['what'], registers }),
    closedClients: new Counter({
      name: 'tanker_feed_closed_total',
      help: 'Clients closed by the server',
      labelNames: ['why'],
      registers,
    }),
  }
}
