"""Bad inputs over all commands, one command line each; `{record}` and the like are filled in by the test."""

LINES = """
zzz
''
--frobnicate
--data
acts zzz
acts fold --role king
acts fold --role ''
acts fold --role surveillance
acts --frob
adopt --data {none}
adopt --show --data {none}
adopt --by a --and b --data {file}
adopt --by a --and a --data {record}
adopt --by a --data {record}
adopt --by a --and b --why '' --data {record}
adopt d4
backup
backup {none}
backup {none} --to age1zz
backup {table}
backup {table} --to zzz
backup {table} --to {empty}
backup {table} --to {binary}
backup {table} --to AGE-SECRET-KEY-1ZZZ
backup --make-key {file}
backup --make-key {none}/deep/key
backup --make-key {new} --to age1zz
backup {table} --make-key {new}
check
check {none}
check ''
check {empty}
check {file}
check {binary}
check {broken}
check {deep}
check {proc}
check {missing_section}
check {unknown_game}
check {wrong_type}
check {huge_number}
check {table} d4
check --explain d4
continue --why x --by a --and b --data {none}
continue --by a --and b
explain
explain zzzz
explain I-99
explain 14.6
explain '' --json
explain 'a b'
init --house a --config {none}/t.toml --data {new}
init --house A --table b --config {new}/t.toml --data {new}
init --house a --table b --seats 0-99 --config {new}/t.toml --data {new}
init --house a --table b --config {broken} --data {new}
init d4
init --house a --table b --game snap --json --config {new}-t/t.toml --data {new}-t
init --house a --table b --broker mqtt://x --certificates own --json --config {new}/t.toml --data {new}
init --house a --table b --broker mqtt://x --dealer 'D 1' --json --config {new}/t.toml --data {new}
journal
journal zzz
journal blast
journal blast x --data {record}
journal blast 0 --data {record}
journal blast -1 --data {record}
journal blast 999999 --data {record}
journal blast 99999999999999999999999 --data {record}
journal blast 1 --data {record}
journal blast 1 --data {none}
journal blast 1 --data {empty}
journal blast 1 --data {file}
journal blast 1 --data {damaged}
journal explain x --data {record}
journal explain 0 --data {record}
journal explain -3 --data {record}
journal explain 99999 --data {record}
journal explain 99999999999999999999999 --data {record}
journal explain 1 --data {none}
journal explain 1 --data {file}
journal explain 1 --data {damaged}
journal explain 1 --data /proc
journal export --data {none}
journal export --data {file}
journal export --data {damaged}
journal export --data {record} --round x
journal export --data {record} --round 5..2
journal export --data {record} --round 0
journal export --data {record} --round 99999999999999999999999
journal export --data {record} --round 1..99999999999999999999999
journal export --data {record} --phh --csv
journal export --data {record} --out {none}/deep/file
journal export --data {record} --out {empty}
journal export --data {record} --out /dev/full
journal export --data {record} --csv --out /dev/full
journal export --data {record} --phh --out {proc}
journal checkpoint --data {none}
journal checkpoint --data {file}
journal checkpoint --data {damaged}
journal checkpoint --data {record} --qr {none}/x.svg
journal checkpoint --data {record} --qr {new}.zzz
journal checkpoint --data {record} --qr /dev/full
journal checkpoint --data {record} --qr {new}.txt
journal checkpoint --data {record} --qr {new}
journal checkpoint d4 --data {record}
journal verify {record} --checkpoint {none}
journal verify {record} --checkpoint {empty}
journal verify {record} --checkpoint ''
journal show --data {none}
journal show --data {file}
journal show --data {empty}
journal show --data {damaged}
journal show --data {record} --from 0
journal show --data {record} --from 9 --to 3
journal show --data {record} --from x
journal show --data {record} --from 99999999999999999999999
journal show --data {record} --to 0
journal show --data {record} --to -5
journal show --data {record} --round 99999
journal show --data {record} --round 99999999999999999999999
journal show --data {record} --round 0
journal show --data {record} --round -1
journal show --data {record} --kind shufle-proved
journal show --data {record} --kind zzz
journal verify {none}
journal verify {empty}
journal verify {file}
journal verify {binary}
journal verify {record} --key {none}
journal verify {record} --key {file}
journal verify {record} --key {binary}
journal verify {record} --key {empty}
journal verify {deep}
journal verify {export} --key {file}
journal verify /dev/null
journal verify /proc
journal key {none}
journal key {file}
journal key {empty}
journal restore {none} --data {new} --by a --and b
journal restore {record} --data {record} --by a --and b
journal restore {record} --data {record}/new --by a --and b
journal restore {record} --data {new} --by a --and a
journal restore {record} --data {new} --by a
journal restore {record} --data {file} --by a --and b
journal restore {empty} --data {new} --by a --and b
journal restore {record} --data {proc} --by a --and b
journal restore {record} --data {new} --by 'A B' --and ''
journal restore {record} --data {new} --by a --and b --pepper {file}
journal restore {record} --data {new} --by a --and b --pepper {empty}
mqtt
mqtt watch
mqtt watch --url x --table demo/poker-1
mqtt watch --url http://127.0.0.1 --table demo/poker-1
mqtt watch --url mqtt://127.0.0.1:99999 --table demo/poker-1
mqtt watch --url mqtt://127.0.0.1:x --table demo/poker-1
mqtt watch --url mqtt://127.0.0.1:1 --table demo
mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1/x
mqtt watch --url mqtt://127.0.0.1:1 --table DEMO/poker-1
mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1
mqtt watch --url mqtt://no-such-host.invalid --table demo/poker-1
mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1 --count x
mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1 --count 0
mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1 --count -1
mqtt watch --url mqtts://127.0.0.1:1 --table demo/poker-1 --ca {none}
mqtt watch --url mqtts://127.0.0.1:1 --table demo/poker-1 --ca {file}
mqtt watch --url mqtts://127.0.0.1:1 --table demo/poker-1 --certificate {file}
mqtt watch --url mqtts://127.0.0.1:1 --table demo/poker-1 --certificate {file} --certificate-key {binary}
mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1 --credentials {none}
mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1 --credentials {file}
mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1 --credentials {binary}
mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1 --credentials {deep}
mqtt watch --url mqtt://me:secret@127.0.0.1:1 --table demo/poker-1
mqtt send
mqtt send '{{}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt send '{{' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt send '{deep_json}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt send '[]' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt send '{{"kind": "fold", "seat": "four"}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt send '{{"kind": "zzz"}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt send '{{"kind": "fold", "seat": 12}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt send '{{"kind": "fold", "seat": 1, "x": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt send '{{"kind": "fold", "seat": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {none}
mqtt send '{{"kind": "fold", "seat": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {file}
mqtt send '{{"kind": "fold", "seat": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {binary}
mqtt send '{{"kind": "fold", "seat": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {empty}
mqtt send '{{"kind": "fold", "seat": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt send '{{"kind": "fold", "seat": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key} --id ''
mqtt send '{{"kind": "fold", "seat": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key} --within x
mqtt send '{{"kind": "fold", "seat": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key} --within -1
mqtt send '{{"kind": "fold", "seat": 1}}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key} --within nan
mqtt send - --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {key}
mqtt key
mqtt key zzz
mqtt key make {file} --actor pit-1
mqtt key make {none}/x/y --actor pit-1
mqtt key make {new}.key --actor 'A B'
mqtt key make {new}.key
mqtt key make {proc} --actor pit-1
mqtt key enroll pit-1 zz --role floorperson --by boss-1 --data {record}
mqtt key enroll pit-1 zz --role king --data {record}
mqtt key enroll 'A B' zz --role floorperson --by boss-1 --data {record}
mqtt key revoke zz --by boss-1 --data {record}
mqtt key revoke zz --by boss-1 --data {none}
mqtt key list --data {none}
mqtt key list --data {file}
mqtt asyncapi d4
mqtt asyncapi --schema
override --why x --by a --and b --data {none}
override --deck pink --why x --by a --and b
override --why x --by a --and b --deck
pay
pay zzz 5 --dice 1,2
pay field x --dice 1,2
pay field -5 --dice 1,2
pay field 5 --dice 7,1
pay field 5 --dice 1
pay field 5 --dice 1,2,3
pay field 5 --dice a,b
pay field 5 --dice ''
pay field 99999999999999999999999 --dice 1,2
pay field 5 --dice 1,2 --odds x
pay field 5 --dice 1,2 --odds 0:0
pay field 5 --dice 1,2 --odds 1:999999999999999999999999
pay field 5 --dice 1,2 --chip 0
pay field 5 --dice 1,2 --chip x
people
people sack pit-1
people add
people add pit-1
people add pit-1 --role king --data {record}
people add 'A B' --role dealer --by pit-1 --data {record}
people add '' --role dealer --by pit-1 --data {record}
people add pit-9 --role dealer --by nobody-1 --data {record}
people add pit-9 --role dealer --by pit-1 --data {none}
people add pit-9 --role dealer --by pit-1 --data {file}
people add pit-9 --role dealer --by pit-1 --data {record} --pepper {file}
people add pit-9 --role dealer --by pit-1 --data {record} --pepper {empty}
people revoke nobody-1 --by pit-1 --data {record}
people reset-pin pit-1 --by pit-1 --data {record}
people list --data {none}
people list --data {empty}
people list --data {file}
people list --data {damaged}
people list --data /proc
people add pit-9 --role dealer --by pit-1 --data {record} --pepper {deep}
pins
pins watch {none}
pins watch {file}
pins watch {broken}
pins watch --seconds x
pins watch --seconds -1
pins watch --seconds nan
recount --deck pink --counted 52 --by a --and b
recount --deck blue --counted x --by a --and b
recount --deck blue --counted 52 --by a --and b --data {none}
replay
replay {none}
replay {file}
replay {binary}
replay {empty}
replay {deep}
replay {phh}
replay {phh} --chip x
replay {phh} --chip 0
replay /proc/self
replay /dev/null
report
report --day x --data {record}
report --day 2026-13-01 --data {record}
report --day 9999-12-31 --data {record}
report --day 0001-01-01 --data {record}
report --day 2026-01-01 --data {none}
report --day 2026-01-01 --data {file}
report --day 2026-01-01 --data {damaged}
report --day 2026-01-01 --day-starts 24 --data {record}
report --day 2026-01-01 --day-starts x --data {record}
report --day 9999-12-31 --utc --data {record}
report --day 0001-01-01 --utc --csv --data {record}
report --day '' --data {record}
restore
restore {none} --key-file {none} --data {new} --by a --and b
restore {file} --key-file {file} --data {new} --by a --and b
restore {none} --key-file {binary} --data {new} --by a --and b
rules 15.1
rules 14.99
rules ''
rules I-99
rules 14.6(e)99
run
run {none}
run {empty}
run {file}
run {binary}
run {broken}
run {deep}
run {table} --data {file}
run {table} --data /proc/x
run {table} --data {new}
run {table} --data ''
run ''
run {table} d4
screen-code d4
screen-code --url --json
screen-code --url --wait soon
screen-code --wait nan
screen-code --wait inf
screen-code --data {none} --wait 0
screen-code --data {file} --wait 0
screen-code --data {record} --wait 0
screen-code --socket {file} --wait 0
screen-code --socket {none} --page {empty} --wait 0
showdown
showdown zzz --seat 1=AsKs 2=QdQc --pot 10
showdown holdem --seat 1=AsKs 2=QdQc --pot 10
showdown holdem --board 2h7c8dKsQc --seat 1=AsKs --pot x
showdown holdem --board 2h7c8dKsQc --seat 1=AsKs --pot -3
showdown holdem --board 2h7c8dKsQc --seat 1=AsAs 2=QdQh --pot 10
showdown holdem --board 2h7c8dKsQc --seat 1=As 2=QdQh --pot 10
showdown holdem --board 2h7c8dKsQc --seat 1=AsXx 2=QdQh --pot 10
showdown holdem --board 2h7c8dKsQc --seat 99=AsAd 2=QdQh --pot 10
showdown holdem --board 2h7c8dKsQc --seat AsAd --pot 10
showdown holdem --board 2h7c8dKsQc --seat 1=AsAd 1=QdQh --pot 10
showdown holdem --board 2h7c --seat 1=AsAd 2=QdQh --pot 10
showdown holdem --board 2h7c8dKsQc --seat 1=AsAd 2=QdQh --pot 10 --button 99
showdown holdem --board 2h7c8dKsQc --seat 1=AsAd 2=QdQh --pot 10 --chip 0
showdown holdem --board 2h7c8dKsQc --seat 1=AsAd 2=QdQh --pot 0
showdown holdem --board 2h7c8dKsQc --seat 1=AsAd 2=QdQh --pot 99999999999999999999999999
shuffler
shuffler status
shuffler status --port /dev/ttyNone --data {empty}
shuffler status --port {file} --data {empty}
shuffler status --port zzz --data {empty}
shuffler status --port socket://127.0.0.1:1 --data {empty}
shuffler status --port socket://127.0.0.1:99999 --data {empty}
shuffler status --port socket://x --data {empty}
shuffler status --port '' --data {empty}
shuffler shuffle pink --port /dev/ttyNone
shuffler shuffle blue --port /dev/ttyNone --data {file}
shuffler deliver --port /dev/ttyNone --data {none}
shuffler clear --port /dev/ttyNone --data {empty}
shuffler selftest --port /dev/null --data {empty}
shuffler pair
shuffler pair --port /dev/ttyNone --config {table}
shuffler pair --config {none}
shuffler pair --config {broken}
shuffler pair --port /dev/ttyNone --data {file}
shuffler pair --port /dev/ttyNone --data {empty}
shuffler trace --port /dev/ttyNone --data {empty}
shuffler trace --port /dev/ttyNone --listen x
shuffler trace --port /dev/ttyNone --listen to-host --seconds x
shuffler trace --port /dev/ttyNone --listen to-host --seconds -1
support-bundle
support-bundle {none}
verify-self
verify-self {none}
verify-self {table}
verify-self --manifest {none}
verify-self --manifest {file} --house-key x
verify-self --make {new} --files {none}
verify-self --make {new} --serial 0 --files {record}
verify-self --make /dev/full --files {record}
verify-self --make {new} --files /dev/null
support-bundle {file} --into {none}
support-bundle {table} --data {none} --into {none}/x
support-bundle {table} --data {record} --into {file}
support-bundle {table} --data {record} --into /proc
void --why x --by a --and b --data {none}
void --by a --and b
void --why x --by a --and a --data {record}
void --why '' --by a --and b --data {record}
void --why x --by a --and b --data {empty} d4
"""
