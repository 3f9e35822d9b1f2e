"""
`bare-load.py <database url> <file>`: loads the tags of a configuration file with the usual driver of Python into a table
of their own with three unique indexes and no foreign keys, in one transaction. Nothing is checked or resolved. Prints
the time in seconds.
"""

import json
import sys
import time
from io import StringIO

UNIQUE = ['id', 'name', 'display_name']


def main(url: str, path: str) -> None:
    connection = connect(url)
    cursor = connection.cursor()
    start = time.perf_counter()
    with open(path, encoding='utf-8') as file:
        tags = json.load(file)['data']['Tags']
    columns = list(tags[0])
    cursor.execute(f"CREATE TABLE bare_tags ({', '.join(column_of(name, tags[0][name]) for name in columns)})")
    rows = ([tag[name] for name in columns] for tag in tags)
    if url.startswith('sqlite:'):
        places = ', '.join('?' for _ in columns)
        cursor.executemany(f'INSERT INTO bare_tags VALUES ({places})', rows)
    else:
        cursor.copy_expert('COPY bare_tags FROM STDIN', StringIO(''.join(line_of(row) for row in rows)))
    connection.commit()
    print(time.perf_counter() - start)


def connect(url: str):
    if url.startswith('sqlite:'):
        import sqlite3

        connection = sqlite3.connect(url.removeprefix('sqlite:'))
        connection.executescript('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
        return connection
    import psycopg2

    return psycopg2.connect(url)


def column_of(name: str, example: object) -> str:
    kind = {bool: 'boolean', int: 'double precision', float: 'double precision'}.get(type(example), 'text')
    return f"{name} {kind}{' UNIQUE' if name in UNIQUE else ''}"


def line_of(row: list) -> str:
    return '\t'.join('\\N' if value is None else escaped(str(value)) for value in row) + '\n'


def escaped(text: str) -> str:
    return text.replace('\\', '\\\\').replace('\t', '\\t').replace('\n', '\\n').replace('\r', '\\r')


main(*sys.argv[1:])
