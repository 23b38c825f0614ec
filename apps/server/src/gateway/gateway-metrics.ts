import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What the gateway counts, for /metrics. */
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>

export function createGatewayMetrics(register: Registry) {
  const registers = [register]
  // Counted in plain fields: a library call per frame would cost noticeable CPU.
  const counts = { frames: 0 }
  return {
    connections: new Gauge({ name: 'tanker_gateway_connections', help: 'Open device sockets', registers }),
    sessions: new Gauge({ name: 'tanker_gateway_sessions', help: 'Authenticated trucks', registers }),
    refused: new Counter({
      name: 'tanker_gateway_refused_total',
      help: 'Connections refused or cut, by reason',
      labelNames: ['reason'],
      registers,
    }),
    counts,
    frames: new Counter({
      name: 'tanker_gateway_frames_total',
      help: 'Good frames received',
      registers,
      collect() {
        this.reset()
        this.inc(counts.frames)
      },
    }),
    badFrames: new Counter({
      name: 'tanker_gateway_bad_frames_total',
      help: 'Frames that could not be read, by reason',
      labelNames: ['reason'],
      registers,
    }),
    unauthenticated: new Counter({
      name: 'tanker_gateway_unauthenticated_total',
      help: 'Frames of phones that had not authenticated on their socket',
      registers,
    }),
    unanswered: new Counter({
      name: 'tanker_gateway_unanswered_total',
      help: 'Registrations and authentications that got no answer, by reason',
      labelNames: ['reason'],
      registers,
    }),
    positions: new Counter({ name: 'tanker_gateway_positions_total', help: 'Positions durably stored', registers }),
    repeated: new Counter({ name: 'tanker_gateway_repeated_total', help: 'Positions that were sent again', registers }),
    late: new Counter({ name: 'tanker_gateway_late_total', help: 'Positions older than the newest of their truck', registers }),
    fenced: new Counter({
      name: 'tanker_gateway_fenced_total',
      help: 'Sessions that lost their truck to another gateway or session',
      registers,
    }),
    retries: new Counter({
      name: 'tanker_gateway_group_retries_total',
      help: 'Groups sent again because the database did not answer',
      registers,
    }),
    refusedFast: new Counter({
      name: 'tanker_gateway_group_refused_fast_total',
      help: 'Groups that the fast statement refused, because a truck’s row knew less than what is stored or a row was refused',
      registers,
    }),
    quarantined: new Counter({ name: 'tanker_gateway_quarantined_total', help: 'Frames set aside with their bytes', registers }),
    rebuilds: new Counter({ name: 'tanker_gateway_rebuilds_total', help: 'Periods detected again because of late readings', registers }),
    groupRows: new Histogram({
      name: 'tanker_gateway_group_rows',
      help: 'Positions in a group',
      buckets: [1, 10, 50, 100, 250, 500, 1000, 2000],
      registers,
    }),
    groupSeconds: new Histogram({
      name: 'tanker_gateway_group_seconds',
      help: 'From the first reading of a group to its commit',
      buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
  }
}
