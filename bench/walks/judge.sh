#!/bin/sh
# judge.sh WALK.h FOLDER [CFLAGS]: compiles a copy of each test file of a folder with a walk over its structures before the first test,
# and runs every test on its own, also those that do not return. Says which structures are none, and how many tests were run.
walk=$(realpath "$1")
cd "$2" || exit 3
shift 2
n=0
for file in test_*.c; do
    name=${file%.c}
    awk -v walk="$walk" '/^\/\* t1[ :]/ && !done { print "#include \"" walk "\""; done = 1 } { print }' "$file" > "walked_$file"
    cc -w "$@" -o "walked_$name" "walked_$file" || exit 4
    for test in $(grep -o '^static void test_t[0-9]*_' "$file" | grep -o 't[0-9]*_' | tr -d _ | sort -u); do
        timeout 10 "./walked_$name" "$test" 2>&1 | grep INVALID | sed "s/^/$name: /"
        n=$((n + 1))
    done
done
echo "$n tests run"
