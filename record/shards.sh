#!/bin/bash
# One work in parts, by GNU parallel and by a Slurm array on one node, joined and compared with one run.
# Usage: record/shards.sh PROBANT FOLDER [arguments of gen]; needs parallel, slurm-wlm and munge (Debian), and root for Slurm.
set -eu
probant=$(realpath "$1"); folder=$(realpath "$2"); shift 2
work=$(mktemp -d); cd "$work"
export PROBANT_CACHE=off
part() { "$probant" gen "$folder" --emit none -q --json "$@" > /dev/null || [ $? -le 2 ]; }

echo "== one run"
part whole.json "$@"
sha256sum < whole.json

echo "== GNU parallel: $(parallel --version | head -1)"
for n in 2 3 7; do
  rm -f part-*.json
  parallel "$probant gen $folder --emit none -q --shard {}/$n --json part-{}.json $* > /dev/null || [ \$? -le 2 ]" ::: $(seq $n)
  "$probant" merge part-*.json --json merged.json || [ $? -le 2 ]
  cmp whole.json merged.json && echo "$n parts by parallel: the same bytes"
done

echo "== Slurm: $(slurmd -V)"
mkdir -p /run/munge /var/log/munge /var/spool/slurmd /var/spool/slurmctld
chown munge: /run/munge /var/log/munge
pgrep -x munged > /dev/null || runuser -u munge -- munged
host=$(hostname -s)
cat > /etc/slurm/slurm.conf <<CONF
ClusterName=one
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
StateSaveLocation=/var/spool/slurmctld
SlurmdSpoolDir=/var/spool/slurmd
SelectType=select/cons_tres
MaxArraySize=100
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
CONF
pgrep -x slurmctld > /dev/null || slurmctld
pgrep -x slurmd > /dev/null || slurmd
sleep 3
for n in 2 3 7; do
  rm -f part-*.json
  cat > job.sh <<JOB
#!/bin/sh
#SBATCH --array=1-$n
#SBATCH --output=$work/slurm-%A_%a.log
cd $work
export PROBANT_CACHE=off
$probant gen $folder --emit none -q --shard "\$SLURM_ARRAY_TASK_ID/$n" --json "part-\$SLURM_ARRAY_TASK_ID.json" $* || [ \$? -le 2 ]
JOB
  sbatch --wait job.sh
  "$probant" merge part-*.json --json merged.json || [ $? -le 2 ]
  cmp whole.json merged.json && echo "$n parts by Slurm: the same bytes"
done
rm -rf "$work"
