#!/usr/bin/env node
/** What the command begins with, for an old Node to read and be refused by in one sentence: ES5 alone. */
require('../../kernel/src/node-version.cjs').endOnOldNode()
require('./start.cjs')
