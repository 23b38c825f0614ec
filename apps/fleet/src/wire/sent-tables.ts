import type { TankTable } from '@tanker/domain/tank/tank-table'
import type { TankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import type { Compartment } from '../cargo.ts'
import type { KeptTable } from '../kept-fleet.ts'
import type { TruckLife } from '../truck-life.ts'

/** Tables of one truck that are kept: all compartments, each with one in force and one to come. */
const MAX_KEPT_TABLES = 20

/** Tank tables that the platform sent; `kept` is by phone and grows as they come. */
export function createSentTables(kept: Map<string, readonly KeptTable[]> | undefined, onKept: () => void) {
  const toCome: { readonly measured: Compartment; readonly table: TankTable; readonly effectiveAt: number }[] = []

  /** From its time on; until then the console goes on with the table it has. */
  function begin(life: TruckLife, compartment: number, table: TankTable, effectiveAt: number): void {
    const measured = life.body.compartments.find(({ row }) => row.compartment === compartment)
    if (!measured) return
    if (effectiveAt <= Date.now()) measured.table = table
    else toCome.push({ measured, table, effectiveAt })
  }

  return {
    /** A truck joins with the tables that were kept of it. */
    join(life: TruckLife): void {
      for (const { compartment, table, effectiveAt } of kept?.get(life.body.row.terminalPhone) ?? [])
        begin(life, compartment, table, effectiveAt)
    },
    receive(life: TruckLife, { compartment, table, effectiveAt }: TankTableFile): void {
      const phone = life.body.row.terminalPhone
      const others = (kept?.get(phone) ?? []).filter((one) => one.compartment !== compartment || one.effectiveAt < effectiveAt)
      kept?.set(phone, [...others, { compartment, table, effectiveAt }].slice(-MAX_KEPT_TABLES))
      onKept()
      begin(life, compartment, table, effectiveAt)
    },
    /** Tables whose time has come are in force. */
    beat(now: number): void {
      for (const one of toCome.filter(({ effectiveAt }) => effectiveAt <= now)) {
        one.measured.table = one.table
        toCome.splice(toCome.indexOf(one), 1)
      }
    },
  }
}
