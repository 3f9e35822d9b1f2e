#!/usr/bin/env node
/** The entry point of the command. ES5 only, so that an old Node can parse it and report that it is too old. */
require('../../kernel/src/node-version.cjs').endOnOldNode()
require('./start.cjs')
