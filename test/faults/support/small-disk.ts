import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.js'

/** A small file system in memory. */
export class SmallDisk {
  readonly folder: string

  constructor(megabytes: number) {
    this.folder = mkdtempSync(join(tmpdir(), 'plinth-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', this.folder])
  }

  /** Fills the disk, except for so many bytes. */
  fill(freeBytes = 0): void {
    const filler = openSync(join(this.folder, 'filler'), 'a')
    try {
      for (const size of [65_536, 4_096, 1]) while (hasWritten(filler, size));
      ftruncateSync(filler, fstatSync(filler).size - freeBytes)
    } finally {
      closeSync(filler)
    }
  }

  free(): void {
    rmSync(join(this.folder, 'filler'), { force: true })
  }

  /** Waits until no file is open for writing: that of an upload is for a moment after the response. */
  async makeReadOnly(): Promise<void> {
    await until(async () => spawnSync('mount', ['-o', 'remount,ro', this.folder]).status === 0)
  }

  makeWritable(): void {
    execFileSync('mount', ['-o', 'remount,rw', this.folder])
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The reason why a small disk cannot be mounted on this machine; `undefined` if it can. */
export const noSmallDiskReason: string | undefined = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-disk-'))
  const { status, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  if (status === 0) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return status === 0
    ? undefined
    : `this user cannot mount file systems: ${error?.message ?? `mount exited with ${status}`}`
})()

function hasWritten(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size, '.')) === size
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOSPC') return false
    throw error
  }
}
